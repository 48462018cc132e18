package org.schurmpc.client;

import java.util.UUID;

/** Indicates that a request has no result yet. Its result can be asked for later. */
public final class StillRunning extends ClientException {
  private final UUID request;

  StillRunning(UUID request) {
    super("request %s has no result yet".formatted(request));
    this.request = request;
  }

  /** Returns the identifier of the request. */
  public UUID request() {
    return request;
  }
}
