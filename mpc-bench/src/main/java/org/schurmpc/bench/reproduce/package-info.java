/**
 * Measures tables of papers again. A resource file for each {@link
 * org.schurmpc.bench.reproduce.Paper} has what the paper prints, the command lines that measure it,
 * and how the results are shown; a {@link org.schurmpc.bench.reproduce.Study} runs them.
 */
package org.schurmpc.bench.reproduce;
