package org.schurmpc.cli.forecast;

import java.util.List;

/**
 * Holds what the own preprocessing of an amount of material takes over loopback, base OTs included.
 *
 * @param materialBytes the size of the material at a party
 * @param nanos the time
 * @param bytesSent the largest number of bytes that a party sends
 * @param rounds the number of rounds
 */
public record MaterialPoint(double materialBytes, double nanos, double bytesSent, double rounds) {

  /**
   * Returns what another amount takes, on the straight lines through measured points; beyond the
   * last point, on the line through the last two.
   *
   * @param points measured ones in ascending order, at least one
   */
  static MaterialPoint at(List<MaterialPoint> points, double materialBytes) {
    MaterialPoint low = points.get(0);
    if (points.size() == 1 || materialBytes <= low.materialBytes) {
      return low;
    }
    int next = 1;
    while (next < points.size() - 1 && points.get(next).materialBytes < materialBytes) {
      next++;
    }
    return points.get(next - 1).between(points.get(next), materialBytes);
  }

  private MaterialPoint between(MaterialPoint high, double wanted) {
    double part = (wanted - materialBytes) / (high.materialBytes - materialBytes);
    return new MaterialPoint(
        wanted,
        nanos + (high.nanos - nanos) * part,
        bytesSent + (high.bytesSent - bytesSent) * part,
        rounds + (high.rounds - rounds) * part);
  }

  /**
   * Returns what some passes of this amount take, one after the other: what the least amount takes
   * counts once.
   *
   * @param least the point of the least amount
   */
  MaterialPoint times(int passes, MaterialPoint least) {
    int more = passes - 1;
    return new MaterialPoint(
        materialBytes * passes,
        nanos + more * (nanos - least.nanos),
        bytesSent + more * (bytesSent - least.bytesSent),
        rounds + more * (rounds - least.rounds));
  }
}
