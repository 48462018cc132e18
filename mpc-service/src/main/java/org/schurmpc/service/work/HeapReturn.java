package org.schurmpc.service.work;

import com.sun.management.HotSpotDiagnosticMXBean;
import java.lang.management.ManagementFactory;
import javax.management.JMException;
import javax.management.MBeanServer;
import javax.management.ObjectName;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Gives memory of this process back to the machine, whatever JVM options it was started with:
 * collects garbage, keeps a small part of the heap free meanwhile, and lets the C library return
 * what it keeps of freed memory. A JVM that cannot do one of these does the others.
 */
final class HeapReturn {
  private static final Logger LOG = LoggerFactory.getLogger(HeapReturn.class);
  private static final String LEAST = "MinHeapFreeRatio";
  private static final String MOST = "MaxHeapFreeRatio";
  private static final int LEAST_PERCENT = 10;
  private static final int MOST_PERCENT = 20;
  private static final String COMMANDS = "com.sun.management:type=DiagnosticCommand";
  private static final String TRIM = "systemTrimNativeHeap";

  private HeapReturn() {}

  /** Gives back what nobody uses now. Takes about as long as a collection of the whole heap. */
  static void run() {
    HotSpotDiagnosticMXBean jvm = jvm();
    int least = percent(jvm, LEAST);
    int most = percent(jvm, MOST);
    boolean smaller = least > LEAST_PERCENT || most > MOST_PERCENT;
    if (smaller) { // the least goes first, since it may not exceed the most
      set(jvm, LEAST, Math.min(least, LEAST_PERCENT));
      set(jvm, MOST, Math.min(most, MOST_PERCENT));
    }
    System.gc();
    if (smaller) {
      set(jvm, MOST, most);
      set(jvm, LEAST, least);
    }
    trim();
  }

  /** Returns what sets options of this JVM; null if nothing does. */
  private static HotSpotDiagnosticMXBean jvm() {
    try {
      return ManagementFactory.getPlatformMXBean(HotSpotDiagnosticMXBean.class);
    } catch (IllegalArgumentException e) {
      LOG.debug("another JVM", e);
      return null;
    }
  }

  /** Returns an option in percent; 0 if this JVM does not have it. */
  private static int percent(HotSpotDiagnosticMXBean jvm, String option) {
    try {
      return jvm == null ? 0 : Integer.parseInt(jvm.getVMOption(option).getValue());
    } catch (IllegalArgumentException e) {
      LOG.debug("no option {}", option, e);
      return 0;
    }
  }

  private static void set(HotSpotDiagnosticMXBean jvm, String option, int percent) {
    try {
      jvm.setVMOption(option, Integer.toString(percent));
    } catch (IllegalArgumentException e) {
      LOG.debug("{} does not change", option, e);
    }
  }

  private static void trim() {
    try {
      MBeanServer server = ManagementFactory.getPlatformMBeanServer();
      server.invoke(new ObjectName(COMMANDS), TRIM, new Object[0], new String[0]);
    } catch (JMException e) {
      LOG.debug("the C library keeps what it has", e);
    }
  }
}
