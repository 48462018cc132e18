/**
 * Shares with global MACs: how material lies in memory, the check of MACs, openings. Depends on
 * core only.
 */
package org.schurmpc.spdz.share;
