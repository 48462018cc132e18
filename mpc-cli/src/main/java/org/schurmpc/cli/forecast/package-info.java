/**
 * Forecasts what an evaluation costs: {@link org.schurmpc.cli.forecast.CostCount} counts rounds,
 * material and bytes, {@link org.schurmpc.cli.forecast.RateMeasurement} measures the rates of this
 * machine, and {@link org.schurmpc.cli.forecast.Forecast} computes times from both. Depends on the
 * core alone.
 */
package org.schurmpc.cli.forecast;
