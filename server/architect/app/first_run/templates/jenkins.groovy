// A review of each change request by architect, proposed by `architect init`. It changes nothing.
//
// Before it works:
// - a credential `architect-api-key` (kind: secret text) needs a key for {variable}
// - ARCHITECT_PACKAGE below has to name a place that the agent can install architect from
pipeline {
  agent any
  options { timeout(time: 30, unit: 'MINUTES') }
  environment { ARCHITECT_PACKAGE = {package} }
  stages {
    stage('architect review') {
      when { changeRequest() }
      environment { {variable} = credentials('architect-api-key') }
      steps {
        sh 'git fetch --unshallow || true' // the review needs the merge base
        sh 'python3 -m venv .venv-architect && .venv-architect/bin/pip install "$ARCHITECT_PACKAGE"'
        sh '''
          .venv-architect/bin/architect review --pr --fail-on error --budget 1.00 --timeout 900 \
            --report-file architect.xml --report-file architect.html
        '''
      }
      post {
        always {
          junit allowEmptyResults: true, testResults: 'architect.xml'
          archiveArtifacts allowEmptyArchive: true, artifacts: 'architect.html'
        }
      }
    }
  }
}
