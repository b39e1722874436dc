package search
import ("testing";"fmt";"time";"oncall/scenarios")
func TestZZ(t *testing.T){
	for _, id := range []string{"bad-deploy","viral-surge","cache-flush","link-failure","concert"} {
		sc,_ := scenarios.Find(id)
			st := time.Now()
			r, err := Setting(sc, 1, 100, 2, nil)
			if sc.CDN!=nil { r,err = Setting(sc,1,5,2,nil)}
			fmt.Println(id, r.Score, r.Evaluations, r.Actions, err, time.Since(st))
	}
}
