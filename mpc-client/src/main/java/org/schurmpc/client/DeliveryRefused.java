package org.schurmpc.client;

/**
 * Indicates that what the parties delivered does not pass the check of deliveries: at least one of
 * them deviates from the protocol. All reasons give one message, since the reason can depend on
 * secrets. The client never asks for a refused output again by itself: an answer to a second run
 * would tell the party at fault more than one.
 */
public final class DeliveryRefused extends ClientException {
  DeliveryRefused(String what) {
    super(
        what
            + " was refused: what the parties delivered does not fit together, so at least one of"
            + " them deviates from the protocol; no value was taken from it");
  }
}
