/**
 * Communication between parties: a {@link org.schurmpc.core.net.Channel} is a blocking stream of
 * frames to one peer, and a {@link org.schurmpc.core.net.Network} holds the channels of one party
 * to all others.
 *
 * <p>Entry classes: {@link org.schurmpc.core.net.NettyNetwork} between processes, {@link
 * org.schurmpc.core.net.InMemoryNetwork} inside one, {@link org.schurmpc.core.net.NettyServer} and
 * {@link org.schurmpc.core.net.NettyClient} for services that are not parties. Every length that a
 * peer announces is checked here before memory is allocated for it.
 *
 * <p>With {@link org.schurmpc.core.net.Tls} in the options, every connection is TLS 1.3 from its
 * first byte on, and both ends present the certificates that the other has pinned. With a {@link
 * org.schurmpc.core.net.Link}, channels imitate a slower line. A socket's pipeline is, from the
 * socket on: the line ({@code LinkHandler}), TLS (Netty's handler over the JDK's engine), and the
 * {@code ReceiveHandler}, which keeps received data. The {@code ReceiveHandler} stays with the
 * socket when the socket passes from the {@code ListeningPort}, which reads preludes, to a {@code
 * NettyChannel}.
 *
 * <p>Logs at debug level which peers connect, are accepted, rejected, and closed. May depend on
 * {@code abort} and, of the libraries, on Netty and SLF4J; no class outside this package uses a
 * Netty type.
 */
package org.schurmpc.core.net;
