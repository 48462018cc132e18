/**
 * AES and triple DES over SPDZ by methods other than the gates of a circuit (KORSVV17).
 *
 * <p>The entry classes are {@link org.schurmpc.spdz.cipher.CipherMethods}, which lists the methods,
 * and {@link org.schurmpc.spdz.cipher.CipherEvaluator}. Depends on {@code online}, {@code
 * material}, {@code share} and core.
 */
package org.schurmpc.spdz.cipher;
