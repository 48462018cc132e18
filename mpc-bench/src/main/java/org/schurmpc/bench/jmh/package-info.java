/**
 * Contains JMH microbenchmarks of the hot loops, one class for each family of kernels. They may use
 * the classes of every module.
 */
package org.schurmpc.bench.jmh;
