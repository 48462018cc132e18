package org.schurmpc.bench.browser;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.logging.Level;
import java.util.logging.Logger;
import java.util.regex.Pattern;
import org.openqa.selenium.By;
import org.openqa.selenium.OutputType;
import org.openqa.selenium.WebElement;
import org.openqa.selenium.chrome.ChromeDriver;
import org.openqa.selenium.chrome.ChromeDriverService;
import org.openqa.selenium.chrome.ChromeOptions;
import org.openqa.selenium.logging.LogEntry;
import org.openqa.selenium.logging.LogType;
import org.openqa.selenium.logging.LoggingPreferences;
import org.openqa.selenium.support.ui.WebDriverWait;

/**
 * Runs the installed chromium without a window, through the installed chromedriver. Nothing is
 * downloaded: names of other machines do not resolve in the browser, and {@link #requireQuiet}
 * fails if the page asked for anything that is not on this machine.
 */
public final class Browser implements AutoCloseable {
  /** For a machine that is busy otherwise. */
  private static final Duration PATIENCE = Duration.ofMinutes(3);

  private static final Duration POLL = Duration.ofMillis(50);

  private static final List<String> ARGUMENTS =
      List.of(
          "--headless=new",
          "--no-sandbox", // the tests may run as root
          "--disable-dev-shm-usage",
          "--disable-gpu",
          "--no-first-run",
          "--disable-background-networking",
          "--disable-component-update",
          "--disable-default-apps",
          "--disable-sync",
          "--no-proxy-server",
          "--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.1 , EXCLUDE localhost");

  private static final Pattern REQUESTED =
      Pattern.compile(
          "\"method\":\"Network\\.requestWillBeSent\".*\"request\":\\{.*?\"url\":\"([^\"]*)\"");
  private static final Pattern LOCAL =
      Pattern.compile("(file:///|data:|blob:|about:|https?://(127\\.0\\.0\\.1|localhost)[:/]).*");

  /** Its warning that it knows no commands for this chromium does not matter: few are used. */
  private static final Logger SELENIUM =
      Logger.getLogger("org.openqa.selenium.devtools.CdpVersionFinder");

  private final ChromeDriver driver;
  private final List<String> console = new ArrayList<>();
  private final List<String> requests = new ArrayList<>();

  private Browser(ChromeDriver driver) {
    this.driver = driver;
  }

  /** Starts the browser; skips the test if chromium or chromedriver is not installed. */
  public static Browser open() {
    Optional<File> chromium = installed("chromium");
    Optional<File> chromedriver = installed("chromedriver");
    assumeTrue(
        chromium.isPresent() && chromedriver.isPresent(),
        "skipped: chromium and chromedriver are not both in the PATH");
    SELENIUM.setLevel(Level.SEVERE);
    LoggingPreferences logs = new LoggingPreferences();
    logs.enable(LogType.BROWSER, Level.ALL);
    logs.enable(LogType.PERFORMANCE, Level.ALL);
    ChromeOptions options = new ChromeOptions();
    options.setBinary(chromium.get());
    options.addArguments(ARGUMENTS);
    options.setCapability(ChromeOptions.LOGGING_PREFS, logs);
    ChromeDriverService service =
        new ChromeDriverService.Builder()
            .usingDriverExecutable(chromedriver.get())
            .usingAnyFreePort()
            .build();
    return new Browser(new ChromeDriver(service, options));
  }

  /** Returns the executable of a name in the PATH. */
  private static Optional<File> installed(String name) {
    String path = Optional.ofNullable(System.getenv("PATH")).orElse("");
    return List.of(path.split(File.pathSeparator)).stream()
        .map(folder -> new File(folder, name))
        .filter(File::canExecute)
        .filter(File::isFile)
        .findFirst();
  }

  /**
   * Opens an address and waits until the page has loaded. Forgets what earlier pages have asked for
   * and what the console has shown.
   */
  public void open(String address) {
    console();
    console.clear();
    requests();
    requests.clear();
    driver.get(address);
  }

  /** Opens a file and waits until the page has loaded. */
  public void open(Path file) {
    open(file.toUri().toString());
  }

  /** Returns the driver, for everything else. */
  public ChromeDriver driver() {
    return driver;
  }

  /** Sets the size of the page's view, in CSS pixels, and whether its user prefers dark pages. */
  public void view(int width, int height, boolean dark) {
    Map<String, Object> metrics =
        Map.of("width", width, "height", height, "deviceScaleFactor", 1, "mobile", false);
    driver.executeCdpCommand("Emulation.setDeviceMetricsOverride", metrics);
    Map<String, String> scheme =
        Map.of("name", "prefers-color-scheme", "value", dark ? "dark" : "light");
    driver.executeCdpCommand("Emulation.setEmulatedMedia", Map.of("features", List.of(scheme)));
  }

  /** Runs a script's body in the page, and returns the value that the body returns. */
  public Object script(String body, Object... arguments) {
    return driver.executeScript(body, arguments);
  }

  /** Returns the elements that match a CSS selector. */
  public List<WebElement> all(String selector) {
    return driver.findElements(By.cssSelector(selector));
  }

  /** Returns the text of the first element that matches a CSS selector; empty without one. */
  public String text(String selector) {
    // Read by a script at once: the page may replace an element between two commands.
    return (String)
        script("return document.querySelector(arguments[0])?.textContent ?? ''", selector);
  }

  /** Waits until the page fulfils a condition. */
  public void await(String what, Predicate<Browser> condition) {
    new WebDriverWait(driver, PATIENCE, POLL)
        .withMessage(what)
        .until(anything -> condition.test(this));
  }

  /** Waits until the text of the first element that matches a selector contains a text. */
  public void awaitText(String selector, String text) {
    await(
        "'" + text + "' in " + selector,
        page ->
            Boolean.TRUE.equals(
                script(
                    "return document.querySelector(arguments[0])?.textContent.includes(arguments[1])",
                    selector,
                    text)));
  }

  /**
   * Returns whether every canvas that matches a selector has a size and differs from a blank one.
   */
  public boolean drawn(String selector) {
    return Boolean.TRUE.equals(
        script(
            """
            const all = [...document.querySelectorAll(arguments[0])];
            return all.length > 0 && all.every(canvas => {
              if (!canvas.width || !canvas.height) {
                return false;
              }
              const pixels =
                  canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height).data;
              return pixels.some(each => each !== pixels[0]);
            });
            """,
            selector));
  }

  /** Writes a picture of the page's view, as PNG. */
  public void picture(Path file) throws IOException {
    Files.write(file, driver.getScreenshotAs(OutputType.BYTES));
  }

  /** Returns the warnings and errors that the console has shown, and every refusal of a policy. */
  public List<String> console() {
    for (LogEntry entry : driver.manage().logs().get(LogType.BROWSER)) {
      if (entry.getLevel().intValue() >= Level.WARNING.intValue()) {
        console.add(entry.getLevel() + " " + entry.getMessage());
      }
    }
    return List.copyOf(console);
  }

  /** Returns the addresses that pages have asked for so far. */
  public List<String> requests() {
    for (LogEntry entry : driver.manage().logs().get(LogType.PERFORMANCE)) {
      var matcher = REQUESTED.matcher(entry.getMessage());
      if (matcher.find()) {
        requests.add(matcher.group(1));
      }
    }
    return List.copyOf(requests);
  }

  /** Requires that the console has shown no error, and that pages asked for this machine alone. */
  public void requireQuiet() {
    assertEquals(List.of(), console());
    assertEquals(
        List.of(), requests().stream().filter(each -> !LOCAL.matcher(each).matches()).toList());
  }

  @Override
  public void close() {
    driver.quit();
  }
}
