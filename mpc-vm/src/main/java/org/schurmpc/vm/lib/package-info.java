/**
 * Secure arithmetic written in the language: comparison.
 *
 * <p>The entry class is {@link org.schurmpc.vm.lib.LessThan}. Depends on the language only.
 */
package org.schurmpc.vm.lib;
