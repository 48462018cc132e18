/**
 * Papers' tables measured again: what a paper printed ({@link org.schurmpc.bench.reproduce.Paper}),
 * its rows run here (such as {@link org.schurmpc.bench.reproduce.Reproduction}), and both side by
 * side as text, JSON and plots ({@link org.schurmpc.bench.reproduce.StudyOutput}). Depends on
 * {@code report} and below.
 */
package org.schurmpc.bench.reproduce;
