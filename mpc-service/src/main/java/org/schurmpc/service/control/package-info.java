/**
 * Keeps the parties of a service in step: party 1 writes a log of what is run, each party forces an
 * entry to disk before anybody acts on it, and after a failure the states of all parties decide
 * what becomes of a run.
 *
 * <p>{@link org.schurmpc.service.control.LogState} is what a party's journal says, {@link
 * org.schurmpc.service.control.Sequencer} and {@link org.schurmpc.service.control.Follower} are the
 * two sides of the log, {@link org.schurmpc.service.control.RunSteps} is a party's part of a run;
 * all four without I/O. A control line connects the parties. Depends on the core alone.
 */
package org.schurmpc.service.control;
