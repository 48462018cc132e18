/**
 * The online phase of MiniMac in all its variants: inputs, openings, multiplication, conversion
 * from C* to C, outputs.
 *
 * <p>The entry class is {@link org.schurmpc.minimac.online.MiniMacEvaluator}, composed according to
 * a {@link org.schurmpc.minimac.online.Variant}. Depends on {@code material} and core.
 */
package org.schurmpc.minimac.online;
