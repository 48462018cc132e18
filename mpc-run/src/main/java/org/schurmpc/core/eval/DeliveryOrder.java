package org.schurmpc.core.eval;

/**
 * Orders a delivery of a kept output.
 *
 * @param number the delivery's number, which no other delivery of these parties ever has
 * @param set as in {@link OutputTarget.Kept}
 * @param lane the instance whose values are delivered
 */
public record DeliveryOrder(long number, String set, int lane) {}
