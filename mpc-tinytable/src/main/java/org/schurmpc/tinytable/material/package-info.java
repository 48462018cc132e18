/**
 * The correlated randomness that TinyTable consumes: {@linkplain
 * org.schurmpc.tinytable.material.Material its kinds and their layout}, the MAC schemes, the words
 * of the codeword scheme, the trusted dealer, and the checker of both parties' material. Depends on
 * mpc-run only.
 */
package org.schurmpc.tinytable.material;
