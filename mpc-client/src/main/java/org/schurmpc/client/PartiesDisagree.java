package org.schurmpc.client;

/**
 * Indicates that the parties say different things of a job or a request, such as different digests,
 * receipts or ends.
 */
public final class PartiesDisagree extends ClientException {
  PartiesDisagree(String message) {
    super(message);
  }
}
