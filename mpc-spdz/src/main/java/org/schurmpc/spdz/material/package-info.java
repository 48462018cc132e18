/**
 * SPDZ's material: its kinds and their layout in memory, the trusted dealer, and the checker of all
 * parties' material together.
 *
 * <p>Enter at {@link org.schurmpc.spdz.material.Material}. Depends on core alone.
 */
package org.schurmpc.spdz.material;
