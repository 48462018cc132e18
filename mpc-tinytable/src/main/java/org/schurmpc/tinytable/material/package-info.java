/**
 * What material there is and how it is laid out, which the online phase, the dealer and the
 * preprocessing share: schemes, kinds, the words of the codeword scheme.
 */
package org.schurmpc.tinytable.material;
