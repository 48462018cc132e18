/**
 * Tests whether parties can compute together: configuration, certificates, names, ports, versions,
 * clocks and lines, one after another. {@link org.schurmpc.cli.doctor.DoctorRun} is a party's side
 * of the tests. Depends on {@code compute}, {@code config} and {@code forecast}.
 */
package org.schurmpc.cli.doctor;
