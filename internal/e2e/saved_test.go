package e2e

import (
	"testing"

	"oncall/internal/sitebuild"
)

// A reload in the middle of a shift loses nothing: the briefing offers to go on, the shift stands
// where it stood, and ends as it would have without the reload.
func TestReloadInMidShift(t *testing.T) {
	judge := judged(t, linkOf(t, "bad-deploy", 7, did{13, "rollback", 1}, did{25, "cache_ttl", 60}))
	page := chrome.Open(t, Laptop)
	page.Go(serve(t, sitebuild.Host{}) + badDeploy)
	page.WaitState("briefing")
	if Eval[bool](page, "document.querySelector('[data-command=resume]').checkVisibility()") {
		t.Error("nothing was played yet, and the briefing offers to go on")
	}
	page.Start()
	page.Rush(12)
	page.Control("rollback")
	page.Rush(24)
	page.SetControl("cache_ttl", 60)
	page.Rush(30)
	page.jump(8) // what one looks at is not where the shift stands
	page.Reload()
	page.WaitState("briefing")
	page.Command("resume")
	page.WaitState("paused")
	if got := page.Minute(); got != 30 {
		t.Errorf("the shift goes on at minute %d, want 30", got)
	}
	isRow(t, Eval[map[string]string](page, shownRow), judge.Rows[30])
	for _, minute := range []int{12, 13, 25} {
		isRow(t, page.jump(minute), judge.Rows[minute])
	}
	page.jump(30)
	page.Rush(1440)
	if got := page.Body("digest"); got != judge.Digest {
		t.Errorf("digest %s after the reload, want %s", got, judge.Digest)
	}
}

// What is set while paused has not taken effect; a reload keeps it. A shift that
// has ended is kept too: it can be looked at again.
func TestReloadKeepsWhatHasNotTakenEffect(t *testing.T) {
	want := judged(t, linkOf(t, "bad-deploy", 7, did{13, "rollback", 1})).Digest
	page := chrome.Open(t, Laptop)
	page.Go(serve(t, sitebuild.Host{}) + badDeploy)
	page.Start()
	page.Rush(12)
	page.Control("rollback")
	page.Reload()
	page.WaitState("briefing")
	page.Command("resume")
	page.WaitState("paused")
	page.Rush(1440)
	if got := page.Body("digest"); got != want {
		t.Errorf("digest %s after the reload, want %s", got, want)
	}
	page.Reload()
	page.WaitState("briefing")
	page.Command("resume")
	page.WaitState("ended")
	if got := page.Body("digest"); got != want {
		t.Errorf("digest %s of the ended shift, want %s", got, want)
	}
}

// A shift that was taken over is a shift in play, and is kept as one.
func TestReloadAfterTakingOver(t *testing.T) {
	want := judged(t, linkOf(t, "bad-deploy", 7, did{21, "rollback", 1}))
	page := chrome.Open(t, Laptop)
	page.Go(serve(t, sitebuild.Host{}) + linkOf(t, "bad-deploy", 7) + "&t=20")
	page.WaitState("replay")
	page.Command("takeover")
	page.WaitState("paused")
	page.Control("rollback")
	page.Rush(30)
	page.Reload()
	page.WaitState("briefing", "replay", "paused")
	page.Wait("document.querySelector('[data-command=resume]').checkVisibility()")
	page.Command("resume")
	page.WaitState("paused")
	if got := page.Minute(); got != 30 {
		t.Errorf("the shift goes on at minute %d, want 30", got)
	}
	page.Rush(1440)
	if got := page.Body("digest"); got != want.Digest {
		t.Errorf("digest %s after the reload, want %s", got, want.Digest)
	}
}

// Where the browser keeps nothing, the page plays all the same.
func TestWithoutStorage(t *testing.T) {
	page := chrome.Open(t, Laptop)
	page.Before(`for (const name of ["localStorage", "sessionStorage", "indexedDB"]) {
  Object.defineProperty(window, name, { get() { throw new DOMException("The operation is insecure.", "SecurityError"); } });
}`)
	page.Go(serve(t, sitebuild.Host{}) + badDeploy)
	page.Start()
	page.Rush(12)
	page.Control("rollback")
	page.Rush(1440)
	if got, want := page.Body("digest"), judged(t, linkOf(t, "bad-deploy", 7, did{13, "rollback", 1})).Digest; got != want {
		t.Errorf("digest %s, want %s", got, want)
	}
}
