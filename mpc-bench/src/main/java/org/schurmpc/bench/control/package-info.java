/**
 * Transfers the messages between the Monitor and its children ({@link
 * org.schurmpc.bench.control.ControlChannel}). Depends on {@code job}, mpc-cli and mpc-run.
 */
package org.schurmpc.bench.control;
