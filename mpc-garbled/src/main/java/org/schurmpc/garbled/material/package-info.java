/**
 * The correlated randomness that authenticated garbling consumes: {@linkplain
 * org.schurmpc.garbled.material.Material its kinds and their layout}, the levels of security, the
 * trusted dealer, and the checker of both parties' material. Depends on mpc-run only.
 */
package org.schurmpc.garbled.material;
