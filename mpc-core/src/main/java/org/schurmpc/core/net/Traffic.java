package org.schurmpc.core.net;

/**
 * What went through a channel: frames, and their bytes with the header of 4 bytes each. What a
 * transport adds (preludes, TLS, TCP) is not counted, so both ends count the same.
 */
public record Traffic(
    long bytesSent, long bytesReceived, long messagesSent, long messagesReceived) {

  /** Nothing at all. */
  public static final Traffic NONE = new Traffic(0, 0, 0, 0);

  /** The sum of both. */
  public Traffic plus(Traffic other) {
    return new Traffic(
        bytesSent + other.bytesSent,
        bytesReceived + other.bytesReceived,
        messagesSent + other.messagesSent,
        messagesReceived + other.messagesReceived);
  }

  /** What came on top of {@code earlier}: the traffic of a phase. */
  public Traffic since(Traffic earlier) {
    return new Traffic(
        bytesSent - earlier.bytesSent,
        bytesReceived - earlier.bytesReceived,
        messagesSent - earlier.messagesSent,
        messagesReceived - earlier.messagesReceived);
  }
}
