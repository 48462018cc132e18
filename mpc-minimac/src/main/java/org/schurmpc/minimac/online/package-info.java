/**
 * The online phase of MiniMac in all its variants: inputs, openings, multiplication, conversion
 * from C* to C, outputs.
 *
 * <p>Enter at {@link org.schurmpc.minimac.online.MiniMacEvaluator}, which is composed as a {@link
 * org.schurmpc.minimac.online.Variant} says. Depends on {@code material} and core.
 */
package org.schurmpc.minimac.online;
