// The service model written for speed in plain JavaScript, played by nobody: what a shift costs
// without Go. It computes the same readings as internal/service minute for minute, within the
// rounding of Math.exp, Math.log, Math.sin and Math.cos, and the bench compares them before it
// measures anything.

/** mulberry32: each call of next() is a uniform in [0, 1). */
class Random {
  constructor(seed) {
    this.state = seed | 0;
  }

  next() {
    this.state = (this.state + 0x6d2b79f5) | 0;
    let t = this.state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  }

  normal() {
    const u1 = 1 - this.next();
    const u2 = this.next();
    return Math.sqrt(-2 * Math.log(u1)) * Math.cos(2 * Math.PI * u2);
  }

  exponential(mean) {
    return -mean * Math.log(1 - this.next());
  }

  uniform(low, high) {
    return low + (high - low) * this.next();
  }
}

/** Erlang B by the series of the model: 1/B is the sum of N (N-1) ... (N-j+1) / a^j. */
function erlangB(servers, a) {
  if (a === 0) return servers === 0 ? 1 : 0;
  const inverse = 1 / a;
  let sum = 1;
  let term = 1;
  for (let left = servers; left > 0; left--) {
    term *= left * inverse;
    sum += term;
    if (term < 1e-17 * sum) break;
  }
  return 1 / sum;
}

/** A shift of a scenario: its constants by their ids, its events and rules as lists. */
export class Service {
  constructor(scenario, seed) {
    const p = scenario.constants;
    this.p = p;
    this.deploys = scenario.deploys;
    this.flushes = scenario.flushes;
    this.rules = scenario.rules;
    this.firing = new Uint8Array(this.rules.length);
    this.random = new Random(seed);
    this.surge = scenario.surge ? this.drawSurge(seed) : null;
    this.minute = 0;
    this.serving = p.fleet_serving;
    this.boots = []; // minute from which they serve, how many, oldest first
    this.booting = 0;
    this.quiet = 0;
    this.warm = 1;
    this.bad = 0;
    this.rolloutDone = 0;
    this.rolloutTotal = 0;
    this.budget = p.budget;
    this.cost = 0;
    this.sums = new Float64Array(p.minutes + 1);
    this.row = new Float64Array(25);
    this.evaluate(this.meanTraffic(0));
    this.opening = this.row[13];
    this.account(0);
  }

  drawSurge(seed) {
    const p = this.p;
    const events = new Random(seed ^ 0x9e3779b9);
    return {
      onset: Math.min(p.latest_minutes, p.earliest_minutes + events.exponential(p.mean_minutes)),
      peak: events.uniform(p.peak_low, p.peak_high),
      ramp: events.uniform(p.ramp_low_minutes, p.ramp_high_minutes),
      hold: events.uniform(p.hold_low_minutes, p.hold_high_minutes),
      decay: p.decay_minutes,
    };
  }

  surgeAt(t) {
    const s = this.surge;
    if (s === null) return 1;
    const after = t - s.onset;
    if (after < 0) return 1;
    if (after < s.ramp) return 1 + (s.peak - 1) * (after / s.ramp);
    if (after < s.ramp + s.hold) return s.peak;
    return 1 + (s.peak - 1) * Math.exp(-(after - s.ramp - s.hold) / s.decay);
  }

  meanTraffic(t) {
    const p = this.p;
    const phase = (2 * Math.PI * (t + p.clock_minutes - (p.daily_peak_minutes - 360))) / 1440;
    return p.base_per_second * (1 + p.daily_swing * Math.sin(phase)) * this.surgeAt(t);
  }

  traffic(t) {
    const mean = 60 * this.meanTraffic(t);
    const count = mean + Math.sqrt(mean) * this.random.normal();
    return Math.max(0, count * (1 + this.p.traffic_noise * this.random.normal())) / 60;
  }

  step() {
    const minute = ++this.minute;
    for (const d of this.deploys) {
      if (d.minute === minute) {
        this.rolloutDone = 0;
        this.rolloutTotal = d.rollout_minutes;
      }
    }
    for (const m of this.flushes) if (m === minute) this.warm = 0;
    if (this.rolloutTotal > 0) {
      this.bad = Math.max(this.bad, ++this.rolloutDone / this.rolloutTotal);
      if (this.rolloutDone === this.rolloutTotal) this.rolloutTotal = 0;
    }
    while (this.boots.length > 0 && this.boots[0].due <= minute) {
      const arrived = this.boots.shift().count;
      this.serving += arrived;
      this.booting -= arrived;
    }
    this.scale();
    this.evaluate(this.traffic(minute));
    this.sums[minute] = this.sums[minute - 1] + this.row[13];
    this.account(1);
    this.alert();
    const rho = this.row[6];
    this.warm = 1 - (1 - this.warm) * Math.exp(-(rho > 1 ? 1 / rho : 1) / this.p.refill_minutes);
  }

  start(count) {
    if (count <= 0) return;
    if (this.p.boot_minutes === 0) {
      this.serving += count;
      return;
    }
    this.boots.push({ due: this.minute + this.p.boot_minutes, count });
    this.booting += count;
  }

  scale() {
    const p = this.p;
    const wanted = Math.ceil((this.serving * this.row[9]) / (p.target_utilization / 100) - 1e-9);
    const desired = Math.min(Math.max(p.fleet_min, wanted), p.fleet_max);
    if (this.booting === 0 && desired > this.serving) this.start(desired - this.serving);
    else this.start(p.fleet_min - this.serving - this.booting);
    if (this.booting > 0 || desired >= this.serving) {
      this.quiet = 0;
      return;
    }
    if (++this.quiet < p.scale_in_minutes) return;
    this.quiet = 0;
    this.serving -= Math.min(this.serving - desired, Math.max(1, Math.floor(p.scale_in_share * this.serving)));
  }

  evaluate(requests) {
    const p = this.p;
    const r = this.row;
    const shed = p.low_priority * (p.shed / 100);
    const admitted = requests * (1 - shed);
    const rT = (admitted / p.hot_objects) * p.cache_ttl;
    const hit = this.warm * (rT / (1 + rT));
    const queries = p.queries_per_request + p.heavy_queries * p.heavy_feature;
    const rho = (admitted * queries * (1 - hit)) / p.database_per_second;
    const query = rho < 1 ? Math.min(p.query_max_seconds, p.query_seconds / (1 - rho)) : p.query_max_seconds;
    const app = (p.service_seconds + p.heavy_seconds * p.heavy_feature) * (1 + (p.bad_slowdown - 1) * this.bad);
    const service = app + (1 - hit) * queries * query;

    const n = this.serving * p.workers_per_instance;
    const offered = admitted * service;
    const held = Math.min(offered, p.guard_utilization * n);
    const b = erlangB(n, held);
    const c = b / (1 - (held / n) * (1 - b));
    const k = n / service - held / service;
    const timeouts = c * Math.exp(-k * p.timeout_seconds);
    const fail = offered > n ? Math.max(timeouts, 1 - n / offered) : timeouts;
    const overloaded = offered >= n;
    const wait = c <= 0.01 ? 0 : Math.log(c / 0.01) / k;

    r[0] = this.minute;
    r[1] = requests;
    r[2] = admitted;
    r[3] = this.serving;
    r[4] = this.booting;
    r[5] = hit;
    r[6] = rho;
    r[7] = query;
    r[8] = service;
    r[9] = Math.min(1, offered / n);
    r[10] = overloaded ? 1 : c;
    r[11] = fail;
    r[12] = service * Math.LN10 * 2 + (overloaded ? p.timeout_seconds : Math.min(p.timeout_seconds, wait));
    r[13] = fail + (1 - fail) * p.bad_error * this.bad;
    r[20] = this.warm;
    r[21] = this.bad;
    r[22] = shed;
    r[23] = p.cache_ttl / 2;
    r[24] = p.heavy_feature;
  }

  meanError(minutes) {
    const t = this.minute;
    if (minutes <= t) return (this.sums[t] - this.sums[t - minutes]) / minutes;
    return (this.sums[t] + this.opening * (minutes - t)) / minutes;
  }

  account(minutes) {
    const p = this.p;
    const r = this.row;
    const allowed = 1 - p.objective;
    r[14] = r[13] / allowed;
    this.budget -= (minutes * r[14]) / (p.budget_days * 1440);
    r[19] = (this.serving + this.booting) * p.dollars_per_instance_hour;
    this.cost += (minutes * r[19]) / 60;
    r[15] = this.meanError(5) / allowed;
    r[16] = this.meanError(60) / allowed;
    r[17] = this.budget;
    r[18] = this.cost;
  }

  alert() {
    const allowed = 1 - this.p.objective;
    for (let i = 0; i < this.rules.length; i++) {
      const rule = this.rules[i];
      const short = this.meanError(rule.short_minutes) / allowed;
      if (this.firing[i] === 1) {
        if (short < rule.burn) this.firing[i] = 0;
      } else if (short >= rule.burn && this.meanError(rule.long_minutes) / allowed >= rule.burn) {
        this.firing[i] = 1;
      }
    }
  }
}

/** Plays a shift and returns all of its rows, one after the other. */
export function rows(scenario, seed) {
  const shift = new Service(scenario, seed);
  const all = [...shift.row];
  while (shift.minute < scenario.constants.minutes) {
    shift.step();
    all.push(...shift.row);
  }
  return all;
}

/**
 * Plays shifts, ten seeds at a time, for some time after the compiler has seen what there is to
 * optimize, and returns the simulated minutes a second of the fastest ten: other programs can only
 * slow them down.
 */
export function measure(scenario, seconds) {
  const minutes = scenario.constants.minutes;
  let sum = 0; // so that nothing is optimized away
  let best = Infinity;
  const end = performance.now() + 2000 * seconds;
  for (let now = performance.now(); now < end; ) {
    const start = now;
    for (let seed = 1; seed <= 10; seed++) {
      const shift = new Service(scenario, seed);
      for (let m = 0; m < minutes; m++) shift.step();
      sum += shift.row[17];
    }
    now = performance.now();
    if (end - now < 1000 * seconds && now > start) best = Math.min(best, now - start);
  }
  if (!Number.isFinite(sum)) throw new Error("the budget is no number");
  return (10 * minutes) / (best / 1000);
}
