/**
 * MiniMac's material: its kinds and their layout in memory, the trusted dealer, and the checker of
 * all parties' material together.
 *
 * <p>Enter at {@link org.schurmpc.minimac.material.MaterialParameters} and {@link
 * org.schurmpc.minimac.material.Material}. Depends on core alone.
 */
package org.schurmpc.minimac.material;
