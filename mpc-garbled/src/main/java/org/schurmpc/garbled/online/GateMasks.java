package org.schurmpc.garbled.online;

/**
 * One party's parts of the masks of AND gates γ = α ∧ β, a row for each gate and lane.
 *
 * @param alpha [[λ_α]]
 * @param beta [[λ_β]]
 * @param s [[λ_α ∧ λ_β + λ_γ]]
 */
record GateMasks(BitRows alpha, BitRows beta, BitRows s) {}
