/**
 * Deliveries: how parties give a client, who is no party, values that are shared among them, such
 * that the client can tell whether the values are right. {@link
 * org.schurmpc.core.deliver.DeliveryRules} has the formats that the client computes, too, and
 * {@link org.schurmpc.core.deliver.Deliveries} the messages that do not depend on the protocol.
 * Depends on {@code agree}.
 */
package org.schurmpc.core.deliver;
