/**
 * The correlated randomness that TinyOT consumes: {@linkplain org.schurmpc.tinyot.material.Material
 * its kinds and their layout}, the levels of security that determine the material, the trusted
 * dealer, and the checker of both parties' material. Depends on mpc-run only.
 */
package org.schurmpc.tinyot.material;
