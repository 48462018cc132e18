/**
 * TinyOT's bits beside SPDZ's numbers, online between two parties (NNOB12, Figure 3): shares with
 * MACs of each party's bits under the other one's key. Material is that of {@link
 * org.schurmpc.spdz.material.MixedMaterial}.
 */
package org.schurmpc.spdz.bits;
