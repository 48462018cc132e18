/**
 * A plug-in of PIT: takes checks, burning, wiping, coin tosses and random bytes out of the
 * protocols one at a time, and requires that a test fails each time or that the survivor is
 * accepted, with a reason.
 *
 * <p>Entry: the profile {@code mutation} of the build. Depends on PIT alone.
 */
package org.schurmpc.mutation;
