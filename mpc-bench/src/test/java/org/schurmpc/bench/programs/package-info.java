/** Programs of the SPDZ machine that tests compile and measure. */
package org.schurmpc.bench.programs;
