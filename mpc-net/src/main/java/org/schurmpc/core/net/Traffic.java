package org.schurmpc.core.net;

/**
 * Counts the traffic of a channel: frames, and their bytes with the header of 4 bytes each. The
 * overhead of transports (preludes, TLS, TCP) is not counted, so both ends have equal counts.
 */
public record Traffic(
    long bytesSent, long bytesReceived, long messagesSent, long messagesReceived) {

  /** No traffic. */
  public static final Traffic NONE = new Traffic(0, 0, 0, 0);

  /** Returns the sum of both. */
  public Traffic plus(Traffic other) {
    return new Traffic(
        bytesSent + other.bytesSent,
        bytesReceived + other.bytesReceived,
        messagesSent + other.messagesSent,
        messagesReceived + other.messagesReceived);
  }

  /** Returns the traffic in addition to {@code earlier}, such as the traffic of a phase. */
  public Traffic since(Traffic earlier) {
    return new Traffic(
        bytesSent - earlier.bytesSent,
        bytesReceived - earlier.bytesReceived,
        messagesSent - earlier.messagesSent,
        messagesReceived - earlier.messagesReceived);
  }
}
