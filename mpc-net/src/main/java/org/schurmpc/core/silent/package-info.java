/**
 * Correlations from LPN with regular noise: short messages expand to millions of VOLEs over F_p
 * (Wolverine, eprint 2020/925) or of correlated OTs (Ferret, eprint 2020/924). Depends on the
 * packages of the core up to {@code ot}.
 */
package org.schurmpc.core.silent;
