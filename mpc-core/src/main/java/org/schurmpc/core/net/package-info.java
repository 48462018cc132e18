/**
 * How parties talk: a {@link org.schurmpc.core.net.Channel} is a blocking stream of frames to one
 * peer, a {@link org.schurmpc.core.net.Network} the channels of one party to all others.
 *
 * <p>Entry classes: {@link org.schurmpc.core.net.NettyNetwork} between processes, {@link
 * org.schurmpc.core.net.InMemoryNetwork} inside one, {@link org.schurmpc.core.net.NettyServer} and
 * {@link org.schurmpc.core.net.NettyClient} for services that are no party. Every length that a
 * peer announces is checked here before memory is taken for it.
 *
 * <p>With {@link org.schurmpc.core.net.Tls} in the options every connection is TLS 1.3 from its
 * first byte on, and both ends show the certificates that the other has pinned. With a {@link
 * org.schurmpc.core.net.Link} channels imitate a slower line. A socket's pipeline is, from the
 * socket on: the line ({@code LinkHandler}), TLS (Netty's handler over the JDK's engine), and the
 * {@code ReceiveHandler}, which keeps what came; it stays with the socket as this passes from the
 * {@code ListeningPort}, which reads preludes, to a {@code NettyChannel}.
 *
 * <p>Logs at debug level who connects, is let in, turned away, and closed. May depend on {@code
 * abort} and, of the libraries, on Netty and SLF4J; nothing outside this package sees a Netty type.
 */
package org.schurmpc.core.net;
