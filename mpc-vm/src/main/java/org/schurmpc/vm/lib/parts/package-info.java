/**
 * What the library's functions are made of: comparison of bits, networks, trees of operations, and
 * polynomials near to real functions.
 *
 * <p>Internal. The entry class is {@link org.schurmpc.vm.lib.parts.BitComparison}. Depends on the
 * language and on core's files only.
 */
package org.schurmpc.vm.lib.parts;
