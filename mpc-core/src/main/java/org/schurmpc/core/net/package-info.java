/**
 * How parties talk: a {@link org.schurmpc.core.net.Channel} is a blocking stream of frames to one
 * peer, a {@link org.schurmpc.core.net.Network} the channels of one party to all others.
 *
 * <p>Entry classes: {@link org.schurmpc.core.net.NettyNetwork} between processes, {@link
 * org.schurmpc.core.net.InMemoryNetwork} inside one, {@link org.schurmpc.core.net.NettyServer} and
 * {@link org.schurmpc.core.net.NettyClient} for services that are no party. Every length that a
 * peer announces is checked here before memory is taken for it.
 *
 * <p>May depend on {@code abort} and, of the libraries, on Netty; nothing outside this package sees
 * a Netty type.
 */
package org.schurmpc.core.net;
