/**
 * SPDZ's material: its kinds and their layout in memory, the trusted dealer, and the checker of all
 * parties' combined material.
 *
 * <p>The entry class is {@link org.schurmpc.spdz.material.Material}. Depends on core only.
 */
package org.schurmpc.spdz.material;
