package explain

// The references, the same in every language.
const (
	sre        = "B. Beyer, C. Jones, J. Petoff, N. R. Murphy (eds.), Site Reliability Engineering, O’Reilly 2016, ch. 3"
	workbook   = "B. Beyer, N. R. Murphy, D. K. Rensin, K. Kawahara, S. Thorne (eds.), The Site Reliability Workbook, O’Reilly 2018, ch. 5"
	erlang     = "A. K. Erlang, P.O. Elec. Eng. J. 10 (1918) 189–197"
	little     = "J. D. C. Little, Oper. Res. 9(3), 1961, 383–387"
	jung       = "J. Jung, A. W. Berger, H. Balakrishnan, Modeling TTL-based Internet Caches, IEEE INFOCOM 2003"
	harchol    = "M. Harchol-Balter, Performance Modeling and Design of Computer Systems, Cambridge University Press 2013, ch. 14"
	harcholMM1 = "M. Harchol-Balter, Performance Modeling and Design of Computer Systems, Cambridge University Press 2013, ch. 13"
	kubernetes = "Kubernetes documentation, Horizontal Pod Autoscaling, https://kubernetes.io/docs/tasks/run-application/horizontal-pod-autoscale/"
	bronson    = "N. Bronson, A. Aghayev, A. Charapko, T. Zhu, Metastable Failures in Distributed Systems, HotOS 2021"
	vasilenkov = "A. Vasilenkov, talk on preparing a video service for hundreds of Gbit/s"
	mathis     = "M. Mathis, J. Semke, J. Mahdavi, T. Ott, The Macroscopic Behavior of the TCP Congestion Avoidance Algorithm, ACM CCR 27(3), 1997"
	skogestad  = "S. Skogestad, Simple Analytic Rules for Model Reduction and PID Controller Tuning, Journal of Process Control 13, 2003, 291–309"
	routers    = "F. Baker (ed.), Requirements for IP Version 4 Routers, RFC 1812, 1995, section 5.2.4.3"
	kleinrock  = "L. Kleinrock, Queueing Systems, vol. 1: Theory, Wiley 1975, section 3.6"
	boxJenkins = "G. E. P. Box, G. M. Jenkins, Time Series Analysis: Forecasting and Control, Holden-Day 1970"
)
