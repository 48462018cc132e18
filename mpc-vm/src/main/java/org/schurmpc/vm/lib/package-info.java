/**
 * Secure arithmetic on integers, written in the language: comparison, equality, bits, shifts,
 * division by public numbers, sorting, auctions; and of circuits and AES over the second field.
 *
 * <p>The entry classes are those that are public; {@link org.schurmpc.vm.lib.Comparison} is the
 * first to read. Functions on vectors work element by element, with one instruction where a single
 * value takes one. Depends on the language, and on core's circuits and fields.
 */
package org.schurmpc.vm.lib;
