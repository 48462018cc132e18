/**
 * Secure arithmetic written in the language: comparison, Boolean circuits and AES.
 *
 * <p>The entry classes are {@link org.schurmpc.vm.lib.LessThan}, {@link
 * org.schurmpc.vm.lib.BitCircuit} and {@link org.schurmpc.vm.lib.Aes}. Depends on the language, and
 * on circuits and fields of the core.
 */
package org.schurmpc.vm.lib;
