package org.schurmpc.client;

/**
 * Explains in one sentence why a request has no answer. Messages never carry inputs, outputs or
 * masks.
 */
public abstract sealed class ClientException extends Exception
    permits BadConfig,
        BadInput,
        DeliveryRefused,
        NoStock,
        PartiesDisagree,
        RequestFailed,
        ServiceUnreachable,
        StillRunning {
  ClientException(String message) {
    super(message);
  }

  ClientException(String message, Throwable cause) {
    super(message, cause);
  }
}
