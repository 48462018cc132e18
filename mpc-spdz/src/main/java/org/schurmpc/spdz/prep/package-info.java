/**
 * Material from a dealer, and the check of material of all parties together. Depends on core and
 * {@code share}.
 */
package org.schurmpc.spdz.prep;
