import { render } from 'preact'
import './styles/index.css'
import { App } from './app.js'
import { keepFocus } from './shell/keep-focus.js'

keepFocus()
render(<App />, document.querySelector('#app')!)
