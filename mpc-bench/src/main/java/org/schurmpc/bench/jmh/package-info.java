/**
 * Microbenchmarks of the hot loops, one class a kernel family, run by JMH. They may use the classes
 * of every module.
 */
package org.schurmpc.bench.jmh;
