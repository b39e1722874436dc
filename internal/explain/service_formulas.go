package explain

// The formulas of the service world; parse.go says how they are written, and
// serviceSymbols what their glyphs are.
const (
	fBurn1h = `
		E = Σ[j, 0, 59, e_t-j] / 60
		β_60 := E/(1 - Ω)`
	fBurn5m = `
		E = Σ[j, 0, 4, e_t-j] / 5
		β_5 := E/(1 - Ω)`
	fBurn   = `β := e/(1 - Ω)`
	fError  = `e := f + (1 - f)*ε*b`
	fBudget = `
		opening? G := G_0
		!opening? G := G_t-1 - β/(1440*d_G)
		G_m = G*(1 - Ω)*1440*d_G
		G_n = G*(1 - Ω)*86400*d_G*λ_0`

	// Erlang's formulas: M/M/N up to the probability of waiting.
	fQueue = `
		N = n*c
		a = A*S
		α = min(a, γ*N)
		B = erlang(N, α)
		C = B/(1 - α/N*(1 - B))`
	// The rate at which longer waits get rarer.
	fDrain = `
		k = (N - α)/S`
	fWait = fQueue + `
		P := {C; a < N | 1; a >= N}`
	fFail = fQueue + fDrain + `
		f_θ = C*exp(-k*θ)
		f := {f_θ; a <= N | max(f_θ, 1 - N/a); a > N}`
	fP99 = fQueue + fDrain + `
		W = {0; a < N & C <= 0.01 | min(θ, ln(C/0.01)/k); a < N & C > 0.01 | θ; a >= N}
		t_99 := S*ln(100) + W`
	fUtilization = `
		a = A*S
		N = n*c
		u := min(1, a/N)`

	fRequests = `
		!curve? λ_d = λ_0*(1 + s*sin(2*π*(t + t_c - t_p + 360)/1440))
		curve&held? λ_d = λ_a
		curve&!held? λ_d = λ_a + (λ_b - λ_a)*((t - t_a)/(t_b - t_a))
		veiled? λ := λ_d*ξ_s
		surge? X = {1; t < t_s | 1 + (p_s - 1)*((t - t_s)/t_r); t >= t_s & t < t_s + t_r | p_s; t >= t_s + t_r & t < t_s + t_r + t_h | 1 + (p_s - 1)*exp(-(t - (t_s + t_r + t_h))/t_e); t >= t_s + t_r + t_h}
		surge&opening? λ := λ_d*X
		surge&!opening? λ := λ_d*X*ξ
		calm&opening? λ := λ_d
		calm&!opening? λ := λ_d*ξ`
	fAdmitted = `A := λ*(1 - x)`
	fShed     = `x := l*z`
	fSetShed  = `
		x := l*z
		A = λ*(1 - x)`
	fHeavy = `H := H_0`
	fBad   = `
		opening? b := 0
		!opening&!rollout? b := {0; R_0 = 1 | b_t-1; R_0 = 0}
		rollout? b' = {0; R_0 = 1 | b_t-1; R_0 = 0}
		rollout? b := max(b', m/m_0)`

	fQueries = `
		q = q_0 + q_H*H`
	fServiceTime = fQueries + `
		S_a = (S_0 + S_H*H)*(1 + (φ - 1)*b)
		S := S_a + (1 - h)*q*τ`
	// In a stretch of 1 + rT requests for one object there is one miss.
	fHit = `
		r = A/O
		h := w*(r*T/(1 + r*T))`
	fAge         = `y := T/2`
	fSetCacheTTL = fHit + `
		y = T/2`
	fDatabase = fQueries + `
		L = A*q*(1 - h) + J*L_J
		ρ := L/L_m`
	fQueryTime = `τ := {min(τ_m, τ_0/(1 - ρ)); ρ < 1 | τ_m; ρ >= 1}`
	fWarm      = `
		opening? w := 1
		!opening? g = {1; ρ_t-1 <= 1 | 1/ρ_t-1; ρ_t-1 > 1}
		!opening? w' = min(1, 1 - (1 - w_t-1)*exp(-g/T_R) + J_t-1*δ)
		!opening? w := {0; F = 1 | w'; F = 0}`
	fSetWarmUp = fDatabase + `
		g_1 = {1; ρ <= 1 | 1/ρ; ρ > 1}
		w_1 = min(1, 1 - (1 - w)*exp(-g_1/T_R) + J*δ)`

	// What the autoscaler asks for: a hair below the quotient, so that rounding
	// does not ask for one more.
	fDesired = `
		!opening? n' = n_t-1 + d
		on? D = min(n_max, max(n_min, ceil(n'*u_t-1/u_T - 1e-9)))`
	fServing = `
		opening? n := n_0` + fDesired + `
		!opening? o = {0; Z = 1 & Q < Q_0 | min(n' - D, max(1, floor(σ*n'))); Z = 1 & Q = Q_0 | max(0, n' - n_min); Z = 0}
		instant&!opening? i = {max(0, D - n'); Z = 1 | max(0, n_min - n'); Z = 0}
		instant&!opening? n := n' + i - o
		!instant&!opening? n := n' - o`
	fBooting = `
		none? v := 0` + fDesired + `
		!none? v' = v_t-1 - d
		!none? i = {max(0, D - n'); Z = 1 & v' = 0 | max(0, n_min - n' - v'); Z = 1 & v' > 0 | max(0, n_min - n' - v'); Z = 0}
		!none? o' = {0; Z = 1 | max(0, min(v', n' + v' - n_min)); Z = 0}
		!none? v := v' + i - o'`
	fSetFleet = `
		n_1 = n + d_1
		D_1 := {min(n_max, max(n_min, ceil(n_1*u/u_T - 1e-9))); Z = 1 | n_min; Z = 0}`

	fCostPerHour = `κ := (n + v + R*n)*p`
	fCost        = `
		opening? K := 0
		!opening? K := K_t-1 + κ/60`
)

// serviceSymbols has a line for each glyph: what kind it is, its id and, but for
// readings and constants, its unit. The kinds are: now, a reading; before, the
// same a minute before; const, a constant; set, a control; mid, what a line
// works out; val, what minute.value knows; each, a term of a sum.
const serviceSymbols = `
t now minute
λ now requests
A now admitted
n now serving
v now booting
h now hit
ρ now db
τ now query_time
S now service_time
u now utilization
P now wait_probability
f now fail
t_99 now p99
e now error
β now burn
β_5 now burn_5m
β_60 now burn_1h
G now budget
K now cost
κ now cost_per_hour
w now warm
b now bad
x now shed
y now age
H now heavy
n_t-1 before serving
v_t-1 before booting
ρ_t-1 before db
u_t-1 before utilization
G_t-1 before budget
K_t-1 before cost
w_t-1 before warm
b_t-1 before bad
Ω const objective
ε const bad_error
G_0 const budget
d_G const budget_days
λ_0 const base_per_second
s const daily_swing
t_c const clock_minutes
t_p const daily_peak_minutes
t_e const decay_minutes
l const low_priority
c const workers_per_instance
γ const guard_utilization
θ const timeout_seconds
q_0 const queries_per_request
q_H const heavy_queries
S_0 const service_seconds
S_H const heavy_seconds
φ const bad_slowdown
O const hot_objects
L_J const warm_up_per_second
L_m const database_per_second
τ_m const query_max_seconds
τ_0 const query_seconds
T_R const refill_minutes
δ const warm_up_share_per_minute
n_0 const fleet_serving
n_max const fleet_max
Q_0 const scale_in_minutes
σ const scale_in_share
p const dollars_per_instance_hour
n_min set fleet_min
Z set autoscaler
u_T set target_utilization
T set cache_ttl
z set shed
H_0 set heavy_feature
E mid error_mean share
G_m mid budget_outage minutes
G_n mid budget_requests number
N mid workers number
a mid offered_load number
α mid held_load number
B mid erlang_b share
C mid erlang_c share
k mid drain per_second
W mid wait_quantile seconds
f_θ mid timeouts share
λ_d mid daily_traffic per_second
X mid surge_factor times
b' mid bad_before_rollout share
q mid queries number
S_a mid processing seconds
r mid object_rate per_second
L mid database_load queries_per_second
g mid refill_pace number
g_1 mid refill_pace number
w' mid warm_refilled share
w_1 mid warm_next share
n' mid serving_booted instances
n_1 mid serving_next instances
D mid desired instances
D_1 mid desired_next instances
o mid stopped instances
o' mid cancelled instances
v' mid booting_left instances
i mid started instances
λ_a val curve_before per_second
λ_b val curve_after per_second
t_a val knot_before minutes
t_b val knot_after minutes
ξ val chance times
ξ_s val surge_and_chance times
t_s val surge_onset minutes
p_s val surge_peak times
t_r val surge_ramp minutes
t_h val surge_hold minutes
R_0 val rollback_switch number
R val rollback_runs number
m val rollout_done minutes
m_0 val rollout_total minutes
J val warm_up_runs number
J_t-1 val warm_up_ran number
F val flush number
d val booted instances
d_1 val booted_next instances
Q val quiet minutes
e_t-j each error_then share error
`
