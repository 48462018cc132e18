/**
 * What the Monitor and its children say to each other: {@link
 * org.schurmpc.bench.control.ControlChannel}. Depends on {@code job}, mpc-cli and mpc-core.
 */
package org.schurmpc.bench.control;
