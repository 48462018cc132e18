/**
 * Papers' tables measured again: what a paper printed ({@link org.schurmpc.bench.reproduce.Dlt14}),
 * its rows run here ({@link org.schurmpc.bench.reproduce.Reproduction}), and both side by side as
 * text, JSON and plots. Depends on {@code report} and below.
 */
package org.schurmpc.bench.reproduce;
