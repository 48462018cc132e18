/**
 * MiniMac's material: its kinds and their layout in memory, the trusted dealer, and the checker of
 * all parties' combined material.
 *
 * <p>The entry classes are {@link org.schurmpc.minimac.material.MaterialParameters} and {@link
 * org.schurmpc.minimac.material.Material}. Depends on core only.
 */
package org.schurmpc.minimac.material;
