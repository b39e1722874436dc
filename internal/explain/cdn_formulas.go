package explain

// The formulas of the CDN world; parse.go says how they are written, and
// cdnSymbols what their glyphs are.
const (
	fRebuffering = `
		silent? β := 0
		!silent? β := Σ[i, 1, L, b_i*n_i]/N`
	fRefused  = `W := Σ[i, 1, I_n, W_i]`
	fArrivals = `A := Σ[i, 1, I_n, A_i]`
	fSessions = `N := Σ[i, 1, L, n_i]`
	fOfLink   = `n := Σ[i, 1, I_n, m_i]`
	fCarried  = `B := Σ[i, 1, L, min(1, x_i)*c_i]`
	fUtilized = `
		c_Σ = Σ[i, 1, L, c_i]
		U := B/c_Σ`
	fMovesByArrival = `m_A := m_Σ/max(1, A_Σ)`
	fGivenUp        = `
		opening? g := 0
		!opening? p_g = 1 - exp(-10/T_g)
		!opening? g := W_t-1*p_g*ξ`
	fOverMinutes = `
		x_o
		opening? O := 0
		!opening? O := O_t-1 + k_o*10/60`
	fAmplitude = `
		c_b
		α := x_max - x_min`

	fOwn = `
		o = n*r/c`
	// Without what takes another way than was assumed, with what strays here, and
	// with other services.
	fLoad = fOwn + `
		o' = n'*r/c
		μ' = {μ; Z' = 0 | 0; Z' = 1}
		x := {(1 - μ')*o + μ*o' + y; Z = 0 | 0; Z = 1}`
	fOther = `
		opening? y := y_0
		!opening? κ = exp(-10/T_y)
		!opening? y := max(0, y_0 + κ*(y_t-1 - y_0) + y_0*σ*sqrt(1 - κ*κ)*ξ_n)`
	// M/M/1/K as u^K over the sum of u^j, which needs no case of its own at 1.
	fLoss    = `p := x^k/powers(x, k)`
	fTCPRate = `
		p = x^k/powers(x, k)
		R_p = 8*s_m/t_r*(sqrt(3/2)/sqrt(p))`
	fSessionRate = fTCPRate + `
		R := {R_p; x <= 1 | min(R_p, r/x); x > 1}`
	fLinkRebuffering = fTCPRate + `
		R = {R_p; x <= 1 | min(R_p, r/x); x > 1}
		b := between(1 - R/r, 0, 1)`

	// The metrics: what the routers say, what the servers count, and both.
	fRouter = `
		first? M_r := min(1, x_0)
		!first? X = Σ[j, 1, k_r, min(1, x_j)]/k_r
		!first? M_r := X*ξ_r`
	fServer = fOwn + `
		S = o/max(1, x)
		opening? M_s := S
		!opening? M_s := S*ξ_s`
	fFused = `
		first? Δ = M_r - M_0
		!first? S_m = Σ[j, 1, k_r, S_j]/k_r
		!first? Δ = Δ' + ω*(M_r - S_m - Δ')
		M_f := max(0, M_s + Δ)`
	fMeasuredAge = `a := {10*j_p; Z_m = 0 | 0; Z_m > 0}`
	fOscillation = `q := M_max - M_min`

	// The policies: lines, and what they come to.
	fLinear     = `between((M_d - x_1)/(x_2 - x_1), 0, 1)`
	fLinearDrop = `d_m*between((M_d - y_1)/(y_2 - y_1), 0, 1)`
	fDampedPart = `
		s_l = ` + fLinear + `
		s_e = ε*between((q_d - q_1)/(q_2 - q_1), 0, 1)
		s_r = ϱ*(1 - between(q_d/q_0, 0, 1))`
	fDamped = `between(s_l + s_e - s_r, 0, 1)`
	// The PID controller, up to its terms; slope holds where the derivative is on,
	// past where there was a decision before.
	fProportional = `
		e = M_d - u_T
		P = K_p*e`
	fDerivative = `
		past&slope? D' = K_p*T_d*((e - e')/τ)
		past&slope? D = D_0 + (D' - D_0)*(τ/(τ + T_f))`
	fIntegral = fProportional + fDerivative + `
		past&slope? v' = P + I_0 + D
		past&!slope? v' = P + I_0
		past? I = {between(I_0 + K_p/T_i*e*τ, 0, 2); Z_I = 0 | I_0; Z_I = 1}`
	fPID = fIntegral + `
		past&slope? v = between(P + I + D, 0, 2)
		past&!slope? v = between(P + I, 0, 2)
		!past? v = between(P, 0, 2)`
	fPIDSlowdown = `min(1, v)`
	fPIDDrop     = `d_v*max(0, v - 1)`

	fSetTarget = `e := M - u_T`
	fSetKp     = `
		e = M - u_T
		P_1 := K_p*e`
	fSetTi = `
		e = M - u_T
		I' := K_p*e/T_i`
	fSetTd     = `D' := K_p*T_d*((M - M_t-1)/10)`
	fSetWeight = `
		weightless? d_l := 0
		!weightless? d_l := φ*w/Σ[i, 1, L_n, φ_i*w_i]`
)

// cdnSymbols has a line for each glyph, as serviceSymbols has: now, a reading or
// an extra, of the link where it is about one; const; set, a control as the
// decision found it; mid; val, what moment.value knows; each. The last word is a
// code that it is.
const cdnSymbols = `
β now rebuffering share
W now refused sessions
g now given_up sessions
O now over_minutes minutes
α now amplitude share
A now arrivals sessions
N now sessions sessions
n now link_sessions sessions
x now load share
y now other share
p now loss share
R now session_rate bits_per_second
b now link_rebuffering share
M now measured share
M_r now router share
M_s now server share
M_f now fused share
a now age seconds
q now oscillation share
s now slowdown share
d now drop share
P now proportional number
I now integral number
D now derivative number
B now carried bits_per_second
U now utilization share
m_A now moves_by_arrival number
r const bitrate_bits
x_o const overload_load
c_b const big_link_bits
T_g const patience_seconds
μ const misrouted
y_0 const other_share
T_y const other_seconds
σ const other_spread
k const buffer_packets
s_m const segment_bytes
t_r const round_trip_seconds
ω const fused_weight
x_1 const slowdown_from
x_2 const slowdown_full
y_1 const drop_from
y_2 const drop_full
d_m const drop_most
ε const extra_most
q_1 const extra_from
q_2 const extra_full
ϱ const reduction_most
q_0 const reduction_until
T_f const filter_seconds
d_v const pid_drop
d_d const drain_drop
u_T set target_utilization share
K_p set kp number
T_i set ti seconds
T_d set td seconds
Z_d val draining number set:drain
φ val weight_factor number set:weight
Z_p val policy_index number set:policy
Z_m val metric_index number set:metric
p_g mid gives_up share
o mid own share
o' mid strays share
μ' mid leaves share
κ mid other_memory number
R_p mid tcp_rate bits_per_second
c_Σ mid capacity_total bits_per_second
X mid load_mean share
S mid sent share
S_m mid server_mean share
Δ mid correction share
s_l mid linear share
s_e mid extra share
s_r mid reduction share
s' mid slowdown_policy share
d' mid drop_policy share
e mid control_error share
D' mid slope number
v' mid output_raw number
v mid output number
P_1 mid proportional_now number
I' mid integral_rate per_second
d_l mid draw_share share
L val links number
I_n val networks number
L_n val network_links number
c val capacity bits_per_second
n' val neighbour_sessions sessions
Z val link_down number
Z' val next_down number
y_t-1 val other_before share
ξ val chance times
ξ_n val normal_draw number
ξ_r val router_error number
ξ_s val server_error number
W_t-1 val refused_before sessions
O_t-1 val over_minutes_before minutes
k_o val links_over number
k_r val period_steps number
x_max val load_max share
x_min val load_min share
x_0 val load_opening share
M_0 val server_opening share
Δ' val correction_before share
j_p val steps_since number
M_max val measured_max share
M_min val measured_min share
M_d val measured_then share measured
q_d val oscillation_then share oscillation
M_t-1 val measured_before share
e' val control_error_before share
τ val decision_seconds seconds
D_0 val derivative_before number
I_0 val integral_before number
Z_I val integral_frozen number
m_Σ val moves_so_far sessions
A_Σ val arrivals_so_far sessions
w val weight number
x_i each link_load share
c_i each link_capacity bits_per_second
n_i each sessions_of_link sessions
b_i each rebuffering_of_link share
m_i each network_sessions sessions
W_i each refused_of_network sessions
A_i each arrivals_of_network sessions
x_j each load_then share
S_j each server_then share
φ_i each factor_of_link number
w_i each weight_of_link number
`
