"""What projects in other languages are checked with."""

from architect.app.first_run.facts import Part, ProjectCheck
from architect.app.first_run.folder import Folder


def other_parts(folder: Folder) -> list[Part]:
    """The parts of `folder` that are neither Python nor JavaScript."""
    found = [
        _go(folder),
        _rust(folder),
        _java(folder),
        _dotnet(folder),
        _ruby(folder),
        _php(folder),
    ]
    return [part for part in found if part is not None]


def make_part(folder: Folder) -> Part | None:
    """A Makefile with a target `test`, of a project about which nothing else is known."""
    import re

    text = folder.text("Makefile") or folder.text("makefile") or folder.text("GNUmakefile")
    if not re.search(r"(?m)^test\s*:(?!=)", text):
        return None
    return Part(folder.relative, "Make", "make", (ProjectCheck("tests", "make test"),))


def _go(folder: Folder) -> Part | None:
    if not folder.has("go.mod"):
        return None
    checks = [ProjectCheck("tests", "go test ./..."), ProjectCheck("lint", "go vet ./...")]
    if folder.has(".golangci.yml", ".golangci.yaml", ".golangci.toml"):
        checks[1] = ProjectCheck("lint", "golangci-lint run")
    checks.append(ProjectCheck("format", 'test -z "$(gofmt -l .)"'))
    locks = ("go.sum",) if folder.has("go.sum") else ()
    return Part(folder.relative, "Go", "go", tuple(checks), "go mod download", locks)


def _rust(folder: Folder) -> Part | None:
    if not folder.has("Cargo.toml"):
        return None
    whole = " --workspace" if "workspace" in folder.toml("Cargo.toml") else ""
    checks = (
        ProjectCheck("tests", f"cargo test{whole}"),
        ProjectCheck("lint", f"cargo clippy{whole} --all-targets"),
        ProjectCheck("format", "cargo fmt --check"),
    )
    locks = ("Cargo.lock",) if folder.has("Cargo.lock") else ()
    return Part(folder.relative, "Rust", "cargo", checks, "cargo fetch", locks)


def _java(folder: Folder) -> Part | None:
    kotlin = folder.has("build.gradle.kts") and folder.has_folder("src/main/kotlin")
    if folder.has("pom.xml"):
        maven = "./mvnw" if folder.has("mvnw") else "mvn"
        checks = (ProjectCheck("tests", f"{maven} -q -B test"),)
        return Part(
            folder.relative, "Java", "Maven", checks, f"{maven} -q -B dependency:go-offline"
        )
    if folder.has("build.gradle", "build.gradle.kts", "settings.gradle", "settings.gradle.kts"):
        gradle = "./gradlew" if folder.has("gradlew") else "gradle"
        checks = (ProjectCheck("tests", f"{gradle} test"),)
        return Part(folder.relative, "Kotlin" if kotlin else "Java", "Gradle", checks, "")
    return None


def _dotnet(folder: Folder) -> Part | None:
    if not folder.has_like("*.sln", "*.slnx", "*.csproj", "*.fsproj"):
        return None
    checks = (ProjectCheck("tests", "dotnet test"),)
    return Part(folder.relative, ".NET", "dotnet", checks, "dotnet restore")


def _ruby(folder: Folder) -> Part | None:
    if not folder.has("Gemfile"):
        return None
    gems = folder.text("Gemfile")
    checks: list[ProjectCheck] = []
    if "rspec" in gems or folder.has_folder("spec"):
        checks.append(ProjectCheck("tests", "bundle exec rspec"))
    elif folder.has("bin/rails"):
        checks.append(ProjectCheck("tests", "bin/rails test"))
    elif folder.has("Rakefile"):
        checks.append(ProjectCheck("tests", "bundle exec rake test"))
    if "rubocop" in gems:
        checks.append(ProjectCheck("lint", "bundle exec rubocop"))
    locks = ("Gemfile.lock",) if folder.has("Gemfile.lock") else ()
    return Part(folder.relative, "Ruby", "Bundler", tuple(checks), "bundle install", locks)


def _php(folder: Folder) -> Part | None:
    if not folder.has("composer.json"):
        return None
    needs = folder.text("composer.json")
    checks: list[ProjectCheck] = []
    if "phpunit/phpunit" in needs:
        checks.append(ProjectCheck("tests", "vendor/bin/phpunit"))
    if "phpstan/phpstan" in needs:
        checks.append(ProjectCheck("types", "vendor/bin/phpstan analyse"))
    locks = ("composer.lock",) if folder.has("composer.lock") else ()
    return Part(folder.relative, "PHP", "Composer", tuple(checks), "composer install", locks)
