import { render } from 'preact'
import './styles/index.css'
import { App } from './app.js'

render(<App />, document.querySelector('#app')!)
