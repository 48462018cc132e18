/**
 * MiniMac's preprocessing without a dealer: TinyOT's triples, tied to authenticated words. The
 * entry class is {@link org.schurmpc.minimac.prep.MiniMacPreprocessor}. Depends on mpc-run, on
 * mpc-tinyot's {@code prep} and {@code material}, and on {@code minimac.material}.
 */
package org.schurmpc.minimac.prep;
